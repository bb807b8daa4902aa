import { domainToASCII } from 'node:url';

type Headers = Record<string, string>;

/** Gmail takes 5 to 15 characters as the name of a sender. */
const SENDER_LENGTH = { least: 5, most: 15 };

/** What each mail of the platform says about itself, so that no machine responds to it and feedback can be attributed. */
export function automaticHeaders(kind: { template: string; role: string }, from: string): Headers {
  return {
    // RFC 3834: no out-of-office reply, no bounce of a mailing list.
    'Auto-Submitted': 'auto-generated',
    'Feedback-ID': feedbackId([kind.template, kind.role, 'mail'], from),
  };
}

export interface CampaignHeaders {
  /** Undefined for a test mail. */
  broadcastId?: string;
  /** The address that mail programs post to. */
  unsubscribeUrl: string;
  unsubscribeToken: string;
  /** Where mails to unsubscribe are read; undefined where nobody reads them. */
  unsubscribeMailbox?: string;
  /** Sender address. */
  from: string;
  storeName: string;
}

/** The headers of a campaign for one recipient (RFC 2919, RFC 2369, RFC 8058). */
export function campaignHeaders(details: CampaignHeaders): Headers {
  const { broadcastId = 'test', from, storeName } = details;
  return {
    'Auto-Submitted': 'auto-generated',
    'List-Id': `${listName(storeName)}<campaigns.${domainOf(from)}>`,
    'Feedback-ID': feedbackId([broadcastId, 'campaign', 'mail'], from),
    ...unsubscribeHeaders(details),
  };
}

/** What a mail that can be unsubscribed from says beside `automaticHeaders` (RFC 2369, RFC 8058). */
export type UnsubscribeDetails = Pick<
  CampaignHeaders,
  'unsubscribeUrl' | 'unsubscribeToken' | 'unsubscribeMailbox'
>;

/** Mail programs offer the button only where both stand, and only for https. */
export function unsubscribeHeaders(details: UnsubscribeDetails): Headers {
  const { unsubscribeUrl: url, unsubscribeToken: token, unsubscribeMailbox: mailbox } = details;
  const subject = encodeURIComponent(`${UNSUBSCRIBE_WORD} ${token}`);
  const byMail = mailbox ? [`<mailto:${mailbox}?subject=${subject}>`] : [];
  if (!url.startsWith('https://')) return byMail.length > 0 ? { 'List-Unsubscribe': byMail.join() } : {};
  return {
    'List-Unsubscribe': [`<${url}>`, ...byMail].join(', '),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** The first word of the subject of a mail that unsubscribes; the token follows. */
export const UNSUBSCRIBE_WORD = 'unsubscribe';

function feedbackId(parts: readonly string[], from: string): string {
  const sender = domainOf(from)
    .replace(/[^a-z0-9]/gi, '')
    .slice(0, SENDER_LENGTH.most)
    .padEnd(SENDER_LENGTH.least, '0');
  return [...parts.map((part) => part.replace(/[^\w.-]/g, '-')), sender].join(':');
}

/** Words of RFC 5322 that stand without quotation marks: of those some libraries make an encoded word. Others are left out. */
function listName(storeName: string): string {
  return /^[\w!#$%&'*+/=?^`{|}~-]+( [\w!#$%&'*+/=?^`{|}~-]+)*$/.test(storeName) ? `${storeName} ` : '';
}

/** In ASCII. */
export function domainOf(address: string): string {
  return domainToASCII(address.slice(address.lastIndexOf('@') + 1)).toLowerCase();
}
