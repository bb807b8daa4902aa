import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** What the scripted server does at a step: returns a line, hangs up, or says nothing at all. */
export type Step = string | 'HANG_UP' | 'SILENCE';

export interface Script {
  greeting?: Step;
  ehlo?: Step;
  auth?: Step;
  mailFrom?: Step;
  rcptTo?: Step;
  data?: Step;
  /** After the final dot. */
  accepted?: Step;
}

/** An SMTP server that misbehaves to order: the library's own server is too well-bred for it. */
export async function startScriptedSmtpServer(script: Script) {
  const sockets = new Set<Socket>();
  let connections = 0;
  let messages = 0;

  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let inMessage = false;
    let rest = '';

    const act = (step: Step): void => {
      if (step === 'HANG_UP') socket.destroy();
      else if (step !== 'SILENCE') socket.write(`${step}\r\n`);
    };
    const line = (text: string): void => {
      if (inMessage) {
        if (text !== '.') return;
        inMessage = false;
        messages += 1;
        return act(script.accepted ?? '250 taken');
      }
      const command = text.slice(0, 4).toUpperCase();
      if (command === 'EHLO' || command === 'HELO') return act(script.ehlo ?? '250 scripted');
      if (command === 'AUTH') return act(script.auth ?? '235 ok');
      if (command === 'MAIL') return act(script.mailFrom ?? '250 ok');
      if (command === 'RCPT') return act(script.rcptTo ?? '250 ok');
      if (command === 'DATA') {
        const step = script.data ?? '354 go on';
        inMessage = step.startsWith('354');
        return act(step);
      }
      if (command === 'QUIT') return void socket.end('221 bye\r\n');
      act('250 ok');
    };

    act(script.greeting ?? '220 scripted');
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n');
      rest = lines.pop() ?? '';
      lines.forEach(line);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));

  return {
    port: (server.address() as AddressInfo).port,
    /** How many messages came in whole, and how many connections were made. */
    counts: () => ({ messages, connections }),
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
