import { describe, expect, it } from '@jest/globals';
import { PDFDocument } from 'pdf-lib';
import { downloadsAreThere } from './harness/checks/downloads.js';
import { type MailState, mailsEnded, sentOnce } from './harness/checks/mails.js';
import { outages } from './harness/checks/outages.js';
import { checkRefusals } from './harness/checks/refusals.js';
import { type FailedRun, unexplained } from './harness/checks/workflows.js';
import type { RetryingClient } from './harness/clients/retrying-client.js';
import { problemsOf } from './harness/finding.js';
import { createDisturbances } from './harness/injection/disturbances.js';

const at = 1_000_000;
/** What was hurt, from and to so many milliseconds after the beginning. */
function hurt(...spans: [name: string, hurt: string, from: number, to: number][]) {
  const disturbances = createDisturbances();
  for (const [name, part, from, to] of spans) disturbances.begin(name, part, at + from)(at + to);
  return disturbances;
}

describe('a refused call', () => {
  const call = (from: number, to = from + 100) => ({ from: at + from, to: at + to });
  const look = (status: number | null, when: ReturnType<typeof call>, spans: Parameters<typeof hurt>) =>
    checkRefusals(
      { calls: [when, call(59_000)], troubles: [{ ...when, call: 'GET /', status, reason: '' }] },
      hurt(...spans),
      call(0, 60_000),
    ).map((item) => problemsOf(item).length);

  it.each([
    ['while the API is down', 503, call(5_000), [['kill api', 'api', 4_000, 6_000]], [0, 0]],
    ['right after it', 503, call(7_000), [['kill api', 'api', 4_000, 6_000]], [0, 0]],
    ['long after it', 503, call(8_500), [['kill api', 'api', 4_000, 6_000]], [0, 1]],
    ['while a worker is down', 503, call(5_000), [['kill worker', 'worker', 4_000, 6_000]], [0, 1]],
    ['while the gateway is slow', 503, call(5_000), [['payments slow', 'payments', 4_000, 6_000]], [0, 1]],
    ['in another way', 500, call(5_000), [['kill api', 'api', 4_000, 6_000]], [1, 0]],
    ['without a response', null, call(5_000), [], [0, 1]],
  ] as const)('%s', (_, status, when, spans, found) => {
    expect(look(status, when, spans as unknown as Parameters<typeof hurt>)).toEqual(found);
  });

  const lock = 'Too many requests wait for the same';
  const file = '{"reason":"platform.storage_unavailable"}';
  it.each([
    ['for a row whose holder is frozen', lock, ['freeze worker', 'worker', 4_000, 6_000], 0],
    [
      'for a row whose holder is killed: its transaction ends',
      lock,
      ['kill worker', 'worker', 4_000, 6_000],
      1,
    ],
    ['for a file while the storage is away', file, ['storage away', 'storage', 4_000, 6_000], 0],
    ['for a file long after that', file, ['storage away', 'storage', 1_000, 2_000], 1],
    ['for another reason while the storage is away', 'busy', ['storage away', 'storage', 4_000, 6_000], 1],
  ] as const)('%s', (_, reason, span, found) => {
    const trouble = { ...call(5_000), call: 'POST /', status: 503, reason };
    const calls = [call(5_000), call(59_000)];
    const [, refused] = checkRefusals({ calls, troubles: [trouble] }, hurt([...span]), call(0, 60_000));
    expect(refused && problemsOf(refused)).toHaveLength(found);
  });

  it('is a finding where no call was made in a calm moment', () => {
    const during = hurt(['freeze postgres', 'postgres', 0, 60_000]);
    const found = checkRefusals({ calls: [call(5_000)], troubles: [] }, during, call(0, 60_000));
    expect(found.map((item) => problemsOf(item).length)).toEqual([0, 1]);
    expect(found[1]?.invariant).toContain('0 of 60 s');
  });
});

describe('mails', () => {
  const mail = (
    state: string,
    lastError: string | null = null,
    more: Partial<MailState> = {},
  ): MailState => ({
    id: 'm1',
    recipient: 'a@example.com',
    state,
    lastError,
    createdAt: new Date(at),
    updatedAt: new Date(at + 20_000),
    ...more,
  });
  const abandoned = 'The process that was sending it ended before the response came';
  const unanswered = 'The message was handed over and no response came: Connection closed';
  const kill: Parameters<typeof hurt>[number] = ['kill worker', 'worker', 5_000, 6_000];
  const hangUp: Parameters<typeof hurt>[number] = ['mail unanswered', 'inbox', 15_000, 19_000];

  it.each([
    ['sent', [mail('sent')], [], 0],
    ['failed', [mail('failed', 'no such user')], [kill], 1],
    ['abandoned by a worker that was killed', [mail('unclear', abandoned)], [kill], 0],
    ['abandoned while nothing was hurt', [mail('unclear', abandoned)], [], 1],
    [
      'abandoned before anything was hurt',
      [mail('unclear', abandoned, { updatedAt: new Date(at + 4_000) })],
      [kill],
      1,
    ],
    ['unanswered while the server hung up', [mail('unclear', unanswered)], [hangUp], 0],
    ['unanswered while a worker was killed', [mail('unclear', unanswered)], [kill], 1],
    [
      'unanswered, more than the server was told to',
      Array.from({ length: 5 }, () => mail('unclear', unanswered)),
      [hangUp],
      2,
    ],
    ['unclear for another reason', [mail('unclear', 'a bug of ours')], [kill, hangUp], 1],
    ['none', [], [], 1],
  ])('that are %s', (_, rows, spans, problems) => {
    expect(problemsOf(mailsEnded(rows, hurt(...spans)))).toHaveLength(problems);
  });

  it.each([
    ['once', { m1: 1 }, 'sent', 0],
    ['twice', { m1: 2 }, 'sent', 1],
    ['twice, and unclear', { m1: 2 }, 'unclear', 1],
    ['never', {}, 'sent', 1],
    ['never, and unclear', {}, 'unclear', 0],
    ['without a row', { m1: 1, m2: 1 }, 'sent', 1],
  ])('that arrive %s', (_, arrivals, state, problems) => {
    const counts = new Map(Object.entries(arrivals));
    expect(problemsOf(sentOnce([mail(state)], counts))).toHaveLength(problems);
  });
});

describe('a workflow that failed', () => {
  const rules = [{ workflow: 'print', ends: /^NotPrinted: it was not$/, steps: outages }];
  const run: FailedRun = {
    workflow: 'print',
    status: 'FAILED',
    from: at,
    to: at + 10_000,
    end: 'NotPrinted: it was not',
    steps: ['Error: connect ECONNREFUSED 127.0.0.1:5432', 'TimeoutFailure: activity Heartbeat timeout'],
  };
  const kill = hurt(['kill worker', 'worker', 1_000, 2_000]);

  it.each([
    ['of an outage', {}, kill, undefined],
    ['of a bug', { steps: [...run.steps, 'Error: a bug of ours'] }, kill, 'Error: a bug of ours'],
    ['otherwise than it may', { end: 'Error: a bug of ours' }, kill, 'Error: a bug of ours'],
    [
      'although all went well',
      { steps: [] },
      kill,
      'NotPrinted: it was not, although none of its steps failed',
    ],
    ['while nothing was hurt', {}, hurt(), 'nothing was hurt meanwhile'],
    ['and may not', { workflow: 'order' }, kill, 'NotPrinted: it was not'],
    ['by being ended', { status: 'TERMINATED', end: undefined }, kill, 'without a reason'],
  ])('%s', (_, change, during, reason) => {
    expect(unexplained({ ...run, ...change }, rules, during)).toBe(reason);
  });
});

describe('downloads', () => {
  const pdf = async (words: string) => {
    const document = await PDFDocument.create();
    document.addPage().drawText(words);
    return Buffer.from(await document.save());
  };

  it('are compared by what they hold', async () => {
    const served = new Map([
      ['same', { status: 200, bytes: await pdf('paid') }],
      ['other', { status: 200, bytes: await pdf('free') }],
      ['gone', { status: 404, bytes: Buffer.from('') }],
    ]);
    const api = {
      as: () => ({ bytes: (path: string) => Promise.resolve(served.get(path.split('/')[3] ?? '')) }),
    };
    const bytes = await pdf('paid');
    const downloads = [...served.keys()].map((orderId) => ({ orderId, token: '', bytes }));
    const found = await downloadsAreThere({ api: api as unknown as RetryingClient }, downloads);
    expect(found.problems.map((item) => item.split(' ')[4])).toEqual(['other', 'gone']);
  });
});
