import type { EvidenceKind, JsonClient, ListedDispute, SubmitEvidenceInput } from 'haat/plugin';
import { disputeOf } from './razorpay-books.js';
import { razorpayDispute, razorpayDocument } from './razorpay.schemas.js';

/** Where the service puts each kind of evidence; `others` names its own type. */
const fields: Record<Exclude<EvidenceKind, 'other'>, string> = {
  invoice: 'billing_proof',
  shipping_proof: 'shipping_proof',
  delivery_proof: 'proof_of_service',
  customer_communication: 'customer_communication',
  refund_policy: 'refund_cancellation_policy',
};

/** Uploads the files one by one and attaches them to the dispute. */
export async function submitRazorpayEvidence(
  client: JsonClient,
  { providerDisputeId, files, summary, amount, action, signal }: Omit<SubmitEvidenceInput, 'settings'>,
): Promise<ListedDispute> {
  const documents: Record<string, string[]> = {};
  const others: string[] = [];
  for (const { kind, fileName, contentType, bytes } of files) {
    const multipart = new FormData();
    multipart.set('purpose', 'dispute_evidence');
    multipart.set('file', new Blob([new Uint8Array(bytes)], { type: contentType }), fileName);
    const call = {
      method: 'POST',
      path: '/documents',
      multipart,
      response: razorpayDocument,
      signal,
    } as const;
    const { data } = await client.call(call);
    if (kind === 'other') others.push(data.id);
    else (documents[fields[kind]] ??= []).push(data.id);
  }
  const { data } = await client.call({
    method: 'PATCH',
    path: `/disputes/${encodeURIComponent(providerDisputeId)}/contest`,
    json: {
      ...(amount === undefined ? {} : { amount }),
      summary: summary.slice(0, 1000),
      ...documents,
      ...(others.length > 0 ? { others: [{ type: 'other', document_ids: others }] } : {}),
      action,
    },
    response: razorpayDispute,
    signal,
  });
  return disputeOf(data);
}
