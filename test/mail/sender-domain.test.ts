import { describe, expect, it } from '@jest/globals';
import { createSenderDomainService } from '#api/mail/sender-domain.service.js';
import { isReservedDomain, type TxtRecords } from '#domain/mail/sender-domain.js';
import { automaticHeaders, campaignHeaders } from '#integrations/mail/mail-headers.js';

const KEY = `v=DKIM1; k=rsa; p=${'A'.repeat(200)}`;

/** What is found for a domain that publishes these records. */
async function check(zone: Record<string, TxtRecords>, from = 'shop@mail.kaveri.in', selector?: string) {
  const asked: string[] = [];
  const service = createSenderDomainService(
    { config: { MAIL_FROM: from }, settings: { get: () => '' } } as unknown as Parameters<
      typeof createSenderDomainService
    >[0],
    (name) => {
      asked.push(name);
      return Promise.resolve(name in zone ? (zone[name] ?? null) : []);
    },
  );
  const { records, ...rest } = await service.check(selector);
  const of = (kind: string) => records.find((record) => record.kind === kind);
  return { ...rest, asked, spf: of('spf'), dkim: of('dkim'), dmarc: of('dmarc') };
}

describe('the check of the domain of the sender', () => {
  it('finds nothing wrong with a domain that publishes all three, the policy at its parent', async () => {
    const found = await check({
      'mail.kaveri.in': ['other=1', 'v=spf1 include:sendgrid.net -all'],
      's1._domainkey.mail.kaveri.in': [KEY],
      '_dmarc.kaveri.in': ['v=DMARC1; p=reject; sp=quarantine'],
    });
    expect(found).toMatchObject({ from: 'shop@mail.kaveri.in', domain: 'mail.kaveri.in', reserved: false });
    for (const record of [found.spf, found.dkim, found.dmarc])
      expect(record).toMatchObject({ status: 'ok', advice: '' });
    expect(found.dmarc?.name).toBe('_dmarc.kaveri.in');
    expect(found.asked).not.toContain('_dmarc.in');
  });

  it('says what to enter where nothing is', async () => {
    const { spf, dkim, dmarc } = await check({});
    expect(spf).toMatchObject({
      status: 'missing',
      name: 'mail.kaveri.in',
      advice: expect.stringContaining('v=spf1 include:'),
    });
    expect(dkim).toMatchObject({ status: 'missing', name: '<selector>._domainkey.mail.kaveri.in' });
    expect(dmarc).toMatchObject({
      status: 'missing',
      name: '_dmarc.mail.kaveri.in',
      advice: expect.stringContaining('v=DMARC1; p=none'),
    });
  });

  it.each([
    [{ 'mail.kaveri.in': ['v=spf1 -all', 'v=spf1 ~all'] }, 'spf', 'invalid'],
    [{ 'mail.kaveri.in': ['v=spf1 mx +all'] }, 'spf', 'weak'],
    [{ 'mail.kaveri.in': ['v=spf1 mx'] }, 'spf', 'weak'],
    [{ 'mail.kaveri.in': ['v=spf1 redirect=_spf.kaveri.in'] }, 'spf', 'ok'],
    [{ 'mail.kaveri.in': null }, 'spf', 'unknown'],
    [{ 'own._domainkey.mail.kaveri.in': [KEY] }, 'dkim', 'ok'],
    [{ 'own._domainkey.mail.kaveri.in': ['v=DKIM1; p='] }, 'dkim', 'invalid'],
    [{ 'own._domainkey.mail.kaveri.in': null }, 'dkim', 'unknown'],
    [{ '_dmarc.mail.kaveri.in': ['v=DMARC1; p=none; rua=mailto:d@kaveri.in'] }, 'dmarc', 'weak'],
    [{ '_dmarc.kaveri.in': ['v=DMARC1; p=reject; sp=none'] }, 'dmarc', 'weak'],
    [{ '_dmarc.mail.kaveri.in': ['v=DMARC1; p=block'] }, 'dmarc', 'invalid'],
    [{ '_dmarc.mail.kaveri.in': null }, 'dmarc', 'unknown'],
  ] as const)('%j: %s is %s', async (zone, kind, status) => {
    const found = await check(zone as unknown as Record<string, TxtRecords>, undefined, 'own');
    expect(found[kind]?.status).toBe(status);
    expect(found[kind]?.advice === '').toBe(status === 'ok');
  });

  it.each(['shop@haat.example', 'shop@localhost', 'a@b.example.com', 'a@b.test'])(
    'looks nothing up for %s',
    async (from) => {
      const found = await check({}, from);
      expect([found.reserved, found.asked]).toEqual([true, []]);
      expect(isReservedDomain('examples.in')).toBe(false);
    },
  );
});

describe('the headers of mails', () => {
  it('say that a machine wrote the mail, and which', () => {
    expect(
      automaticHeaders({ template: 'order.placed', role: 'vendor_member' }, 'Shop@Kaveri-Textiles.in'),
    ).toEqual({
      'Auto-Submitted': 'auto-generated',
      'Feedback-ID': 'order.placed:vendor_member:mail:kaveritextilesi',
    });
    expect(automaticHeaders({ template: 'a', role: 'b' }, 'a@b.c')['Feedback-ID']).toBe('a:b:mail:bc000');
  });

  const details = {
    broadcastId: 'b1',
    unsubscribeToken: 'to+ken',
    from: 'shop@kaveri.in',
    storeName: 'Kaveri & Co',
  };

  it('name the list of a campaign and both ways to leave it', () => {
    const headers = { ...details, unsubscribeUrl: 'https://api.kaveri.in/u/1' };
    expect(campaignHeaders({ ...headers, unsubscribeMailbox: 'bounces@kaveri.in' })).toEqual({
      'Auto-Submitted': 'auto-generated',
      'List-Id': 'Kaveri & Co <campaigns.kaveri.in>',
      'Feedback-ID': 'b1:campaign:mail:kaveriin',
      'List-Unsubscribe':
        '<https://api.kaveri.in/u/1>, <mailto:bounces@kaveri.in?subject=unsubscribe%20to%2Bken>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(campaignHeaders({ ...headers, storeName: 'हाट' })['List-Id']).toBe('<campaigns.kaveri.in>');
    expect(campaignHeaders(headers)['List-Unsubscribe']).toBe('<https://api.kaveri.in/u/1>');
    expect(campaignHeaders({ ...headers, unsubscribeUrl: 'http://localhost/u' })).not.toHaveProperty(
      'List-Unsubscribe',
    );
  });
});
