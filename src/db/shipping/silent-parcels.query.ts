import type { Reader } from '#db/kernel/unit-of-work.js';
import type { CredentialSource } from '#domain/shipping/provider.js';

export interface SilentParcel {
  id: string;
  vendorId: string;
  credentialSource: CredentialSource;
  cpId: number | null;
  awb: string;
}

/** Parcels on their way without a scan since an instant, the longest silent first. */
export async function readSilentParcels(
  reader: Reader,
  { since, limit }: { since: Date; limit: number },
): Promise<SilentParcel[]> {
  const { rows } = await reader.raw<{ rows: SilentParcel[] }>(
    `select id, vendor_id, credential_source, cp_id, awb from shipping_shipments
     where status = 'created' and provider_id = 'carrier' and awb is not null
       and tracking_status not in ('delivered', 'returned')
       and coalesce(last_asked_at, last_scan_at, created_at) < ? and coalesce(last_scan_at, created_at) < ?
     order by coalesce(last_asked_at, last_scan_at, created_at) limit ?`,
    [since, since, limit] as never[],
  );
  return rows;
}
