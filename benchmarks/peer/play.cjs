// Plays matches on a boardgame.io server, so many at a time, and prints waits, seconds and the server's CPU seconds as JSON.
const fs = require('fs');
const { Client } = require('boardgame.io/client');
const { SocketIO } = require('boardgame.io/multiplayer');
const game = require('./game.cjs');

const [port, matches, atOnce, pid, warm, atATime] = process.argv.slice(2).map(Number);
const multiplayer = SocketIO({ server: `http://localhost:${port}` });
const waits = [];
const SECONDS = 30; // under load socket.io drops connections whose heartbeat is late: their matches never end
const WARMING = 100; // matches at once before those that count
let last = 0;

// Both players of one match, connected and in step with the server.
async function open(name) {
  const players = ['0', '1'].map((playerID) => Client({ game, multiplayer, matchID: name, playerID, debug: false }));
  players.forEach((player) => player.start());
  await Promise.all(players.map((player) => new Promise((ready) => {
    const stop = player.subscribe((state) => {
      if (state && state.isConnected) { setTimeout(() => stop()); ready(); }
    });
  })));
  return players;
}

// A move counts until the other player has it: boardgame.io's own client shows a move to its sender before the server has seen it.
function play(players) {
  return new Promise((done) => {
    let started = 0;
    let seen = -1;
    let mover = -1;
    const step = (seat, state) => {
      if (!state || state._stateID <= seen || seat === mover) return;
      seen = state._stateID;
      if (mover >= 0) {
        last = performance.now();
        waits.push((last - started) / 1000);
      }
      if (state.ctx.gameover) {
        done();
        return;
      }
      const free = state.G.cells.flatMap((cell, place) => (cell === null ? [place] : []));
      mover = Number(state.ctx.currentPlayer);
      started = performance.now();
      setImmediate(() => players[mover].moves.mark(free[Math.floor(Math.random() * free.length)]));
    };
    players.forEach((player, seat) => player.subscribe((state) => step(seat, state)));
  });
}

function cpu() {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function openAll(name, count) {
  const tables = [];
  for (let place = 0; place < count; place += 20) {
    tables.push(...await Promise.all(Array.from({ length: Math.min(20, count - place) }, (_, i) => open(`${name}${place + i}`))));
  }
  return tables;
}

async function playAll(tables, together) {
  let next = 0;
  const all = Promise.all(Array.from({ length: together }, async () => {
    while (next < tables.length) await play(tables[next++]);
  }));
  await Promise.race([all, new Promise((enough) => { setTimeout(enough, SECONDS * 1000); })]);
}

async function main() {
  for (let played = 0; played < warm; played += atATime) { // by then what is compiled while it runs has been compiled
    const warming = await openAll(`warm${played}-`, atATime);
    await playAll(warming, WARMING);
    warming.flat().forEach((player) => player.stop());
  }
  waits.length = 0;
  const tables = await openAll('match', matches);
  const before = cpu();
  const began = performance.now();
  await playAll(tables, atOnce);
  const seconds = (last - began) / 1000;
  const found = JSON.stringify({ waits, seconds, cpu: cpu() - before });
  process.stdout.write(found + '\n', () => process.exit(0)); // a pipe takes its time
}

main();
