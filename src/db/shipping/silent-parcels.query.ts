import { integer, nullable, type RowOf, text, textOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { CredentialSource } from '#domain/shipping/provider.js';

const silentParcelColumns = {
  id: uuid,
  vendorId: uuid,
  credentialSource: textOf<CredentialSource>(),
  cpId: nullable(integer),
  awb: text,
};
export type SilentParcel = RowOf<typeof silentParcelColumns>;

/** Parcels on their way without a scan since an instant, the longest silent first. */
export async function readSilentParcels(
  reader: Reader,
  { since, limit }: { since: Date; limit: number },
): Promise<SilentParcel[]> {
  return query(reader, silentParcelColumns)(
    `select id, vendor_id, credential_source, cp_id, awb from shipping_shipments
     where status = 'created' and provider_id = 'carrier' and awb is not null
       and tracking_status not in ('delivered', 'returned')
       and coalesce(last_asked_at, last_scan_at, created_at) < ? and coalesce(last_scan_at, created_at) < ?
     order by coalesce(last_asked_at, last_scan_at, created_at) limit ?`,
    [since, since, limit],
  );
}
