import type { EvidenceFile, EvidenceKind, JsonClient, ListedDispute, SubmitEvidenceInput } from 'haat/plugin';
import { disputeOf } from './stripe-books.js';
import { stripeDispute, stripeFile } from './stripe.schemas.js';

/** Where the service puts each kind of evidence: one file in each. */
const fields: Record<EvidenceKind, string> = {
  invoice: 'receipt',
  shipping_proof: 'shipping_documentation',
  delivery_proof: 'service_documentation',
  customer_communication: 'customer_communication',
  refund_policy: 'refund_policy',
  other: 'uncategorized_file',
};

/**
 * Uploads the files and attaches them to the dispute.
 * @param files the host that takes files
 * @throws Error for two files of one kind
 */
export async function submitStripeEvidence(
  client: JsonClient,
  files: JsonClient,
  input: Omit<SubmitEvidenceInput, 'settings'>,
): Promise<ListedDispute> {
  const taken = new Map<string, EvidenceFile>();
  for (const file of input.files) {
    const field = fields[file.kind];
    if (taken.has(field))
      throw new Error(`Stripe takes one file as ${field}: join those of kind ${file.kind}`);
    taken.set(field, file);
  }
  const form: Record<string, string> = {
    'evidence[uncategorized_text]': input.summary,
    submit: String(input.action === 'submit'),
  };
  for (const [field, { fileName, contentType, bytes }] of taken) {
    const multipart = new FormData();
    multipart.set('purpose', 'dispute_evidence');
    multipart.set('file', new Blob([new Uint8Array(bytes)], { type: contentType }), fileName);
    const call = { method: 'POST', path: '/v1/files', multipart, response: stripeFile } as const;
    form[`evidence[${field}]`] = (await files.call({ ...call, signal: input.signal })).data.id;
  }
  const { data } = await client.call({
    method: 'POST',
    path: `/v1/disputes/${encodeURIComponent(input.providerDisputeId)}`,
    form,
    response: stripeDispute,
    signal: input.signal,
  });
  return disputeOf(data);
}
