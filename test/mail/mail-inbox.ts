import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** An SMTP server that keeps what it gets; it offers SMTPUTF8 unless told otherwise. */
export async function startMailInbox(options: { hideSMTPUTF8?: boolean } = {}) {
  const mails: Email[] = [];
  const server = new SMTPServer({
    ...options,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then(
          (mail) => {
            mails.push(mail);
            done();
          },
          (error: Error) => done(error),
        );
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    /** What arrived for an address, oldest first. */
    to: (address: string) => mails.filter((mail) => mail.to?.some((item) => item.address === address)),
    /** Everybody whom a mail has arrived for. */
    addresses: () => mails.flatMap((mail) => (mail.to ?? []).map((item) => item.address ?? '')),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
