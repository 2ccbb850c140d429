# Att veta vad som är vad: raden om den valda pjäsen, teckenförklaringen, val och lappar på brädet.

chosen-none = Peka på en pjäs, eller välj en, för att läsa vad den gör.
chosen-none-touch = Tryck på en pjäs för att läsa vad den gör.
chosen-unknown = Vid ett molns kant: någon av fiendens krigare, eller dess mål.
legend-missing = Teckenförklaringen kan inte hämtas nu.
choose-how = Två val intill fältet; pilarna går mellan dem, Enter tar ett, Escape avbryter.
setup-tap-chosen = Tryck på ett fritt fält i din region. På tur: { $piece }
setup-tap-full = Alla dina krigare står. Tryck på en för att flytta den, eller på Klar.
note-on = Vad kan finnas på { $cell }?
note-laid = { $note }: noterat på { $cell }
note-gone = { $cell }: lappen är borttagen
told-go = Visa brädet i det ögonblicket
path-why = Är den spärrad prövas de andra; är alla spärrade stannar krigaren på den kortaste.
