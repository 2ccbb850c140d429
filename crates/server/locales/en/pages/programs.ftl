# The page about the interface for programs.

api-lead = Everything that these pages do goes through a JSON interface that your bot can use as well. No key, no registration. The whole of it as a document for machines:
api-begin-title = Begin in five steps
api-begin-1 = Become a guest. The token stands for you from now on; it needs no account.
api-begin-2 = Open a game against the computer. The answer has its id.
api-begin-3 = Read the state. It holds all that you may know, and in “choices” everything that you may do: a bot needs no rules.
api-begin-4 = Submit the text of one of the choices. If it is refused, the answer says why.
api-begin-5 = Listen: each line is a state or a change, as soon as there is news.
api-bot-title = Two complete bots
api-bot-python = In Python, over HTTP
api-bot-js = In JavaScript, over a socket
api-routes-title = All routes
api-routes-text = By subject; open a line for parameters, bodies and answers. The descriptions are in English.
api-types-title = All types
api-types-text = Written as in TypeScript.
api-errors-title = All errors
