# Vad brädet säger medan det används: planerade drag, inskrivna drag, väntan.
status-sent = Draget är gjort
status-past = Tidigare ställning
wait-status = Inte än. { $status }
wait-past = Det här är en tidigare ställning. Man drar i den senaste.
premove-set = Planerat: från { $from } till { $to }. Det spelas när turen kommer. Escape tar tillbaka det.
premove-picked = { $cell } upptagen i förväg.
premove-cancelled = Det planerade draget är tillbakataget.
premove-gone = Det planerade draget från { $from } till { $to } är inte möjligt längre.
cell-premove = del av det planerade draget
typed-label = Drag
typed-do = Dra
typed-close = Stäng
typed-list = Möjliga drag
typed-hint = Till exempel { $example }. Piltangenterna väljer i listan, Enter drar, Escape stänger.
typed-several = Det kan vara { $count } drag. Skriv mer av det eller välj ett.
typed-expected = Det som passar här ser ut som { $example }.
typed-sent = { $move } skickat.
