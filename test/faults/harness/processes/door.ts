import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** One address in front of several APIs, as a load balancer is: each connection goes to the next that takes it. */
export interface Door {
  close(): Promise<void>;
}

export async function openDoor(port: number, targets: readonly number[]): Promise<Door> {
  let turn = 0;
  const open = new Set<Socket>();

  function pass(client: Socket, left: number): void {
    turn = (turn + 1) % targets.length;
    const server = connect(targets[turn] ?? 0, '127.0.0.1');
    let isConnected = false;
    server.once('connect', () => {
      isConnected = true;
      open.add(server);
      client.pipe(server).pipe(client);
    });
    server.on('error', () => {
      // Nobody listens there: it was killed, and another may live. What has begun is not repeated.
      if (!isConnected && left > 1) pass(client, left - 1);
      else client.destroy();
    });
    server.once('close', () => {
      open.delete(server);
      if (isConnected) client.destroy();
    });
    client.once('close', () => server.destroy());
  }

  const door = createServer((client) => {
    open.add(client);
    client.on('error', () => undefined);
    client.once('close', () => open.delete(client));
    pass(client, targets.length);
  });
  door.listen(port, '127.0.0.1');
  await once(door, 'listening');
  return {
    async close() {
      for (const socket of open) socket.destroy();
      door.close();
      await once(door, 'close');
    },
  };
}
