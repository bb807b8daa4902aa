import { nextStatus } from './scans.js';
import type { Parcel } from './parcels.js';

/** The list of parcels, each with the scans it may get next: plain HTML that works without JavaScript. */
export function parcelsPage(parcels: readonly Parcel[]): string {
  const rows = [...parcels].reverse().map(rowOf).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parcels</title>
<style>
body { max-width: 64rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; color: #1b2430; background: #eef1f6 }
table { width: 100%; border-collapse: collapse; background: #fff; border-radius: .6rem; overflow: hidden }
th, td { padding: .6rem .8rem; text-align: left; border-bottom: 1px solid #e5e9f0; vertical-align: top }
code { font: .85em ui-monospace, Menlo, monospace; overflow-wrap: anywhere }
form { display: inline }
button { padding: .35rem .8rem; border: 1px solid #cbd5e1; border-radius: .4rem; font: inherit; background: #fff; cursor: pointer }
button.next { color: #fff; background: #2453d6; border-color: #2453d6 }
</style>
</head>
<body>
<h1>Parcels</h1>
<p>Test mode: nothing is carried anywhere. From a terminal: <code>curl -X POST &lt;this page&gt;parcels/&lt;waybill&gt;/scans</code></p>
<table>
<tr><th>Waybill</th><th>To</th><th>Scans</th><th></th></tr>
${rows || '<tr><td colspan="4">No parcels yet. Fulfil a sub-order with the provider carrier.</td></tr>'}
</table>
</body>
</html>`;
}

function rowOf(parcel: Parcel): string {
  const { drop_info: drop, shipment_details: shipment } = parcel.order;
  const scans = parcel.scans.map(
    (scan) => `<code>${escapeHtml(scan.status)}</code> ${escapeHtml(scan.description)}`,
  );
  const money = shipment.order_type === 'COD' ? `COD ${shipment.cod_value}` : 'prepaid';
  return `<tr><td>${parcel.waybill ?? 'queued'}<br><code>${escapeHtml(parcel.reference)}</code><br>${parcel.courierName}, ${money}</td>
<td>${escapeHtml(drop.drop_name)}<br>${escapeHtml(drop.drop_city)} ${escapeHtml(drop.drop_pincode)}</td>
<td>${parcel.cancelled ? 'cancelled<br>' : ''}${scans.join('<br>') || 'none'}</td>
<td>${buttons(parcel)}</td></tr>`;
}

function buttons(parcel: Parcel): string {
  if (!parcel.waybill) return '';
  const next = nextStatus(parcel);
  const others = ['OUD', 'RTO'];
  return [...(next ? [next] : []), ...others]
    .map(
      (status) =>
        `<form method="post" action="/parcels/${parcel.waybill}/scans?status=${status}"><button${status === next ? ' class="next"' : ''}>${status}</button></form>`,
    )
    .join(' ');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
