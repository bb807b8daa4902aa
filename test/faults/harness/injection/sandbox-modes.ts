/** Ways in which the outside world misbehaves for a while; `_control` of the sandboxes knows each. */
export const sandboxModes = {
  'payments slow': { sandbox: 'payments', patch: { latencyMs: 2_500 } },
  'payments refusing': { sandbox: 'payments', patch: { failNext: 1_000 } },
  'payments losing responses': { sandbox: 'payments', patch: { loseNext: 1_000 } },
  'webhooks twice and shuffled': { sandbox: 'payments', patch: { duplicateWebhooks: true, shuffle: true } },
  'webhooks lost': { sandbox: 'payments', patch: { dropWebhooks: true } },
  'refunds late': { sandbox: 'payments', patch: { refundOutcome: 'pending_then_processed' } },
  'mail put off': { sandbox: 'inbox', patch: { deferNext: 1_000 } },
  'mail refused': {
    sandbox: 'inbox',
    patch: { messageReply: '554 5.7.1 Message rejected: sending suspended' },
  },
  'mail greylisted': { sandbox: 'inbox', patch: { greylistSeconds: 1 } },
  'mail throttled': { sandbox: 'inbox', patch: { throttlePerSecond: 1 } },
  'mail server closed': { sandbox: 'inbox', patch: { closed: true } },
  'mail unanswered': { sandbox: 'inbox', patch: { hangUpNext: 3 } },
} as const;
export type SandboxMode = keyof typeof sandboxModes;

export async function setSandboxMode(url: string, patch: object | null): Promise<void> {
  const response = await fetch(`${url}/_control`, {
    method: patch ? 'POST' : 'DELETE',
    ...(patch ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(patch) } : {}),
  });
  if (!response.ok) throw new Error(`The sandbox returned ${response.status}: ${await response.text()}`);
}
