# Rent spel.

conduct-title = Rent spel
conduct-engine-title = Ingen motor mot människor
conduct-engine-text = Medan du spelar mot en annan människa ska du inte fråga någon motor eller någon annan om drag. Serverns analys, tips och datormotståndare vägrar ställningarna i dina pågående partier. De känner bara igen exakt den ställningen, och en utloggad läsare inte alls: att hålla dig till detta är upp till dig. Mot datorn får du ta tips.
conduct-hidden-title = Domaren tiger
conduct-hidden-text = I dolda partier får varje spelare veta vad den egna vyn innehåller och inget annat; detsamma gäller åskådare. Vad som stod under molnen visas efter slutet.
conduct-dice-title = Ingen väljer tärningarna
conduct-dice-text = Kasten följer av ett tal som varje spelare bidrar till och som avslöjas i slutet. Så kan alla kontrollera att inget kast var valt.
conduct-time-title = Låt inte andra vänta
conduct-time-text = Vill du inte spela vidare, ge upp. Servern avslutar partier vars tid går ut och ger tillbaka den tid då den själv var borta. I ett direktparti får motståndarna kräva slutet när du är borta.
