import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';

/**
 * The least that streams to many clients: each line of its input is a frame that is written to all of them. What the
 * platform's own stream costs is held against it. Prints its port in a line and ends with its input.
 */
const clients = new Set<ServerResponse>();

const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  clients.add(response);
  request.once('close', () => clients.delete(response));
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const frame = `data: ${line}\n\n`;
    for (const client of clients) client.write(frame);
  })
  .once('close', () => process.exit(0));
