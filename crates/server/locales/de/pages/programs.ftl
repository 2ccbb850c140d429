# Die Seite über die Schnittstelle für Programme.

api-lead = Alles, was diese Seiten tun, läuft über eine JSON-Schnittstelle, die auch ein Bot benutzen kann. Kein Schlüssel, keine Anmeldung. Vollständig, als Dokument für Maschinen:
api-begin-title = In fünf Schritten zum ersten Zug
api-begin-1 = Als Gast eintreten. Ab jetzt weist das Token aus; ein Konto ist nicht nötig.
api-begin-2 = Eine Partie gegen den Computer eröffnen. Die Antwort nennt ihre Kennung.
api-begin-3 = Den Zustand lesen. Er enthält alles, was man wissen darf, und in „choices“ alles, was man tun darf: Ein Bot braucht keine Regeln.
api-begin-4 = Den Text einer der Möglichkeiten einreichen. Wird er abgelehnt, sagt die Antwort den Grund.
api-begin-5 = Zuhören: Jede Zeile ist ein Zustand oder eine Änderung, sobald es Neues gibt.
api-bot-title = Zwei vollständige Bots
api-bot-python = In Python, über HTTP
api-bot-js = In JavaScript, über einen Socket
api-routes-title = Alle Routen
api-routes-text = Nach Themen; jede Zeile öffnet Parameter, Inhalte und Antworten. Die Beschreibungen sind auf Englisch.
api-types-title = Alle Typen
api-types-text = Geschrieben wie in TypeScript.
api-errors-title = Alle Fehler
