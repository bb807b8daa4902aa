import { escapeHtml, formatAmount } from './checkout-page.js';
import { type DisputeMove, disputeMoves } from './console-acts.js';
import type { DisputeEntity, PaymentEntity, ReconLine, SettlementEntity } from './entities.js';

export interface ConsolePage {
  payments: PaymentEntity[];
  disputes: DisputeEntity[];
  settlements: SettlementEntity[];
  /** What waits for a settlement. */
  open: ReconLine[];
  total: number;
  problem?: string | undefined;
}

/** The gateway's console as a page: what a person of the shop, a bank or the gateway does without the shop asking. */
export function consolePage({ payments, disputes, settlements, open, total, problem }: ConsolePage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payment sandbox</title>
<style>${STYLE}</style>
</head>
<body><main>
<header><h1>Payment sandbox</h1><p class="badge">Test mode &middot; no money moves</p></header>
${problem ? `<p class="notice" role="alert">${escapeHtml(problem)}</p>` : ''}
<section class="cards">
<div class="card"><h2>Balance</h2><p class="big">${money(total)}</p>
<p>${open.length} ${open.length === 1 ? 'movement waits' : 'movements wait'} for a settlement.</p>
${act('settle', [hidden('status', 'processed')], 'Settle')}
${act('settle', [hidden('status', 'created')], 'Settle, not yet at the bank')}
${act('settle', [hidden('status', 'failed')], 'Settle, refused by the bank')}</div>
<div class="card"><h2>Payment link</h2><p>A buyer pays by a link that was made by hand.</p>
${act('pay-link', [number('amount', 'Amount in paise'), field('description', 'Description')], 'Pay the link')}</div>
<div class="card"><h2>Adjustment</h2><p>Negative takes from the balance.</p>
${act('adjust', [number('amount', 'Amount in paise'), field('description', 'Description')], 'Adjust')}</div>
<div class="card"><h2>Reserve</h2><p>Negative gives it free again.</p>
${act('reserve', [number('amount', 'Amount in paise')], 'Hold')}</div>
</section>
<section><h2>Payments</h2>${table(
    ['Payment', 'Amount', 'Fee with GST', 'State', 'Acts'],
    payments.map((payment) => [
      code(payment.id, orderNumberOf(payment)),
      money(payment.amount, payment.currency),
      payment.fee === null ? '' : money(payment.fee, payment.currency),
      state(payment.status, payment.amount_refunded > 0 ? `${money(payment.amount_refunded)} refunded` : ''),
      payment.captured
        ? act(
            'refund',
            [hidden('paymentId', payment.id), number('amount', 'All that is left', true)],
            'Refund',
          ) +
          act('dispute', [hidden('paymentId', payment.id), number('amount', 'The whole', true)], 'Dispute')
        : '',
    ]),
    'Nobody has paid yet.',
  )}</section>
<section><h2>Disputes</h2>${table(
    ['Dispute', 'Amount', 'Taken', 'State', 'Acts'],
    disputes.map((dispute) => [
      code(dispute.id, `${dispute.payment_id}, ${dispute.reason_description}`),
      money(dispute.amount, dispute.currency),
      money(dispute.amount_deducted, dispute.currency),
      state(dispute.status, `until ${dayOf(dispute.respond_by)}`),
      ['won', 'lost', 'closed'].includes(dispute.status)
        ? ''
        : disputeMoves
            .map((move) =>
              act('move-dispute', [hidden('id', dispute.id), hidden('move', move)], moveLabels[move]),
            )
            .join(''),
    ]),
    'No buyer has disputed a payment.',
  )}</section>
<section><h2>Settlements</h2>${table(
    ['Settlement', 'Amount', 'Made', 'State', 'Acts'],
    settlements.map((settlement) => [
      code(settlement.id, settlement.utr),
      money(settlement.amount),
      dayOf(settlement.created_at),
      state(settlement.status),
      settlement.status === 'processed'
        ? ''
        : act(
            'move-settlement',
            [hidden('id', settlement.id), hidden('status', 'processed')],
            'At the bank',
          ) + act('move-settlement', [hidden('id', settlement.id), hidden('status', 'failed')], 'Refused'),
    ]),
    'Nothing has been settled.',
  )}</section>
<p class="hint">The same from a terminal: <code>curl -X POST &lt;this page&gt;_acts/refund -d paymentId=pay_… -d amount=5000</code></p>
</main></body>
</html>`;
}

const moveLabels: Record<DisputeMove, string> = {
  under_review: 'Under review',
  action_required: 'Ask for evidence',
  won: 'Won',
  lost: 'Lost',
  closed: 'Close',
};

const money = (subunits: number, currency = 'INR') =>
  `<span class="money">${escapeHtml(formatAmount(subunits, currency))}</span>`;
const code = (id: string, below: string) =>
  `<code>${escapeHtml(id)}</code>${below ? `<small>${escapeHtml(below)}</small>` : ''}`;
const state = (name: string, below = '') =>
  `<span class="state ${escapeHtml(name)}">${escapeHtml(name.replaceAll('_', ' '))}</span>${below ? `<small>${below}</small>` : ''}`;
const dayOf = (seconds: number) =>
  new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' }).format(seconds * 1_000);
const orderNumberOf = ({ notes }: PaymentEntity) =>
  (Array.isArray(notes) ? undefined : notes['order_number']) ?? 'no order of the shop';

const hidden = (name: string, value: string) =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
const field = (name: string, label: string) =>
  `<label><span>${label}</span><input name="${name}" maxlength="200"></label>`;
const number = (name: string, label: string, quiet = false) =>
  quiet
    ? `<input type="number" name="${name}" min="1" placeholder="${label}" aria-label="Amount in paise">`
    : `<label><span>${label}</span><input type="number" name="${name}" required></label>`;
const act = (name: string, fields: string[], label: string) =>
  `<form method="post" action="/_acts/${name}">${fields.join('')}<button>${label}</button></form>`;

function table(heads: string[], rows: string[][], empty: string): string {
  if (rows.length === 0) return `<p class="empty">${empty}</p>`;
  const cells = (row: string[]) =>
    row.map((cell, index) => `<td data-head="${heads[index] ?? ''}">${cell}</td>`).join('');
  return `<table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n')}</tbody></table>`;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1b2430; --soft: #5b6878; --line: #dfe4ec; --ground: #eef1f6; --card: #fff;
  --accent: #2453d6; --good: #12633a; --bad: #8f1d1d }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebf2; --soft: #9aa7b8; --line: #2b3645; --ground: #0f151d;
  --card: #18212c; --accent: #8fb0ff; --good: #7fd8a6; --bad: #f3a3a3 } }
* { box-sizing: border-box }
body { margin: 0; font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; color: var(--ink); background: var(--ground) }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem }
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center }
h1 { margin: 0; font-size: 1.5rem }
h2 { margin: 0 0 .5rem; font-size: 1.05rem }
section { margin-top: 1.5rem }
.badge { margin: 0; padding: .15rem .7rem; border-radius: 1rem; font-size: .8rem; font-weight: 600; color: #8a4b00; background: #fff1d6 }
.notice { padding: .75rem 1rem; border-radius: .5rem; color: #8f1d1d; background: #fdecec }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: 1rem }
.card { padding: 1rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card) }
.card p { margin: 0 0 .75rem; color: var(--soft) }
.card .big { color: var(--ink); font-size: 1.75rem; font-weight: 600 }
label { display: block; margin-bottom: .5rem; font-size: .85rem; color: var(--soft) }
label span { display: block }
input { width: 100%; padding: .4rem .5rem; border: 1px solid var(--line); border-radius: .4rem; font: inherit;
  color: var(--ink); background: transparent }
button { padding: .4rem .75rem; border: 1px solid var(--line); border-radius: .4rem; font: inherit; font-size: .9rem;
  color: var(--accent); background: var(--card); cursor: pointer }
button:hover { border-color: var(--accent) }
button:focus-visible, input:focus-visible { outline: 3px solid #9db7ff; outline-offset: 1px }
.card form { margin: 0 0 .5rem }
.card button { width: 100% }
table { width: 100%; border-collapse: collapse; border: 1px solid var(--line); border-radius: .75rem; background: var(--card) }
th { padding: .5rem .75rem; text-align: left; font-size: .8rem; font-weight: 600; color: var(--soft) }
td { padding: .6rem .75rem; border-top: 1px solid var(--line); vertical-align: top }
td form { display: inline-flex; gap: .35rem; margin: 0 .5rem .35rem 0 }
td input { width: 9rem }
code { font: .85em ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere }
small { display: block; color: var(--soft); overflow-wrap: anywhere }
.money { white-space: nowrap; font-variant-numeric: tabular-nums }
.state { font-weight: 600 }
.captured, .processed, .won { color: var(--good) }
.failed, .lost { color: var(--bad) }
.empty, .hint { color: var(--soft) }
@media (max-width: 44rem) {
  main { padding: 1rem }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  table, tbody { display: block }
  tr { display: block; padding: .5rem .75rem; border-top: 1px solid var(--line) }
  tbody tr:first-child { border-top: 0 }
  td { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: .5rem; padding: .25rem 0; border: 0 }
  td:empty { display: none }
  td > * { grid-column: 2 }
  td::before { grid-row: 1; content: attr(data-head); font-size: .8rem; color: var(--soft) }
  td form { display: flex; margin-right: 0 }
  td input { flex: 1; width: auto; min-width: 0 }
}`;
