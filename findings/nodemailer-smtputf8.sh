#!/bin/sh
# nodemailer asks for SMTPUTF8 where the server offers it and an address needs it. Where the server does not offer it, the address goes
# out all the same, in UTF-8 and without the keyword (RFC 6531, section 3.2, forbids it); no error says so, and whether the mail
# arrives depends on the server.
#
# Versions: nodemailer 10.6.0, smtp-server 3.21.6
# Seen: see the comparison at the end
. "$(dirname "$0")/_run.sh"
npm_install nodemailer@10.6.0 smtp-server@3.21.6

cat > send.cjs <<'JS'
const { createTransport } = require('nodemailer');
const { SMTPServer } = require('smtp-server');
async function send(hideSMTPUTF8) {
  let seen;
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    hideSMTPUTF8,
    onRcptTo(address, session, done) {
      seen = [address.address, `keyword ${Boolean(session.envelope.mailFrom.args?.SMTPUTF8)}`];
      done();
    },
    onData(stream, session, done) {
      stream.resume().on('end', done);
    },
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const transport = createTransport({ host: '127.0.0.1', port: server.server.address().port, ignoreTLS: true });
  const result = await transport
    .sendMail({ from: 'shop@example.com', to: 'आशा@example.com', subject: 'x', text: 'x' })
    .then(({ accepted }) => `accepted ${accepted.length}`, (error) => error.message);
  console.log(hideSMTPUTF8 ? 'not offered:' : 'offered:', result, ...(seen ?? []));
  server.close();
}
send(false).then(() => send(true));
JS
expect "offered: accepted 1 आशा@example.com keyword true
not offered: accepted 1 आशा@example.com keyword false" node send.cjs
