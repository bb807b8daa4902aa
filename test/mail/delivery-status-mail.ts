/** A notification as mail servers send it, of one recipient. */
export function deliveryStatus(given: {
  messageId?: string;
  to?: string;
  recipient?: string;
  action?: string;
  status?: string;
}): string {
  const { messageId, to = 'bounces@shop.example', recipient = 'asha@example.com' } = given;
  const { action = 'failed', status = '5.1.1' } = given;
  return [
    'Return-Path: <>',
    'From: Mail Delivery System <MAILER-DAEMON@mx.example.net>',
    `To: ${to}`,
    'Date: Tue, 24 Nov 2026 10:00:00 +0000',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="=_mark"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--=_mark',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'Your message could not be delivered.',
    '',
    '--=_mark',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 5.1.1 The email account that you tried to reach',
    '    does not exist',
    '',
    '--=_mark',
    'Content-Type: text/rfc822-headers',
    '',
    ...(messageId ? [`Message-ID: <${messageId}@shop.example>`] : []),
    'Subject: Your order',
    '',
    '--=_mark--',
    '',
  ].join('\r\n');
}
