/** Ways in which the outside world misbehaves for a while; `_control` of the sandboxes knows each. */
export const sandboxModes = {
  'payments slow': { sandbox: 'payments', patch: { latencyMs: 2_500 } },
  'payments refusing': { sandbox: 'payments', patch: { failNext: 1_000 } },
  'payments losing responses': { sandbox: 'payments', patch: { loseNext: 1_000 } },
  'webhooks twice and shuffled': { sandbox: 'payments', patch: { duplicateWebhooks: true, shuffle: true } },
  'webhooks lost': { sandbox: 'payments', patch: { dropWebhooks: true } },
  'refunds late': { sandbox: 'payments', patch: { refundOutcome: 'pending_then_processed' } },
  'mail put off': { sandbox: 'inbox', patch: { deferNext: 1_000 } },
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
