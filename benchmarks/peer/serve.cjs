// A boardgame.io server on the port it is given, with its default storage in memory.
const { Server, Origins } = require('boardgame.io/server');

const server = Server({ games: [require('./game.cjs')], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]), callback: () => console.log('listening') });
