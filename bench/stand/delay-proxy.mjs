import { connect, createServer } from 'node:net';
import { once } from 'node:events';

/**
 * A network between processes of one machine: what goes either way arrives half a round trip later.
 * @param {number} target port on the loopback address
 * @returns {Promise<{ port: number, close: () => void }>}
 */
export async function startDelayProxy(target, roundTripMs) {
  const open = new Set();
  const pass = (from, to) => {
    from.on('data', (chunk) => setTimeout(() => to.writable && to.write(chunk), roundTripMs / 2));
    from.on('end', () => setTimeout(() => to.end(), roundTripMs / 2));
    from.on('error', () => to.destroy());
  };
  const server = createServer((client) => {
    const database = connect(target, '127.0.0.1');
    for (const socket of [client, database]) {
      socket.setNoDelay(true);
      open.add(socket);
      socket.once('close', () => open.delete(socket));
    }
    pass(client, database);
    pass(database, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: server.address().port,
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
