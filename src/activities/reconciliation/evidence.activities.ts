import { cancellationSignal } from '@temporalio/activity';
import { PassThrough } from 'node:stream';
import { withHeartbeat } from '#activities/_shared/with-heartbeat.js';
import { writeZip } from '#activities/_shared/zip-file.js';
import type { ArchivedDocument } from '#activities/invoices/archived-document.js';
import { createDisputesRepository } from '#db/reconciliation/disputes.repository.js';
import { readDisputeEvidence } from '#db/reconciliation/dispute-evidence.query.js';
import { type Origin, systemContext } from '#domain/_shared/context.js';
import { fileSerial } from '#domain/invoices/serial.js';
import { evidenceTexts } from '#domain/reconciliation/evidence-texts.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'clock' | 'storage' | 'logger'> & {
  archivedDocument: ArchivedDocument;
};

/** Writes the evidence against disputes, one ZIP each. */
export function createEvidenceActivities(deps: Deps) {
  const { knex, unitOfWork, clock, storage, logger, archivedDocument } = deps;
  const disputes = createDisputesRepository();

  return {
    /** Writes the file of a dispute and records where it is; a repeat writes it again. */
    async writeEvidence({ disputeId, origin }: { disputeId: string; origin: Origin }): Promise<void> {
      const dispute = await disputes.find(knex, disputeId);
      const details = dispute?.orderId ? await readDisputeEvidence(knex, dispute.orderId) : undefined;
      if (!dispute || !details) return;
      const signal = cancellationSignal();
      const now = clock.now();
      const key = `disputes/${disputeId}/evidence-${dispute.providerDisputeId.replace(/[^A-Za-z0-9_-]/g, '')}.zip`;
      await withHeartbeat(async () => {
        const body = new PassThrough();
        const stored = storage.put(key, body, { contentType: 'application/zip', signal });
        await Promise.all([
          stored,
          writeZip(body, signal, async (zip) => {
            for (const [name, text] of Object.entries(evidenceTexts(dispute, details)))
              await zip.add(name, Buffer.from(text), now);
            for (const invoice of details.invoices) {
              const document = { ...invoice, kind: 'invoice' as const, vendorFolder: invoice.vendorId };
              const content = await archivedDocument(document, origin, signal);
              const name = `invoices/${fileSerial(invoice)}`;
              if ('problem' in content)
                await zip.add(`${name}.txt`, Buffer.from(`${content.problem}\r\n`), now);
              else await zip.add(`${name}.pdf`, content, invoice.issuedAt);
            }
          }).then(
            () => body.end(),
            (error: unknown) => {
              body.destroy(error as Error);
              throw error;
            },
          ),
        ]);
      });
      const ctx = systemContext(origin, clock.now());
      await unitOfWork.run(ctx, (tx) =>
        disputes.update(tx, disputeId, { evidenceState: 'ready', evidenceKey: key, evidenceAt: ctx.now }),
      );
    },

    /** Records that the evidence could not be collected. */
    async failEvidence(input: { disputeId: string; reason: string; origin: Origin }): Promise<void> {
      const ctx = systemContext(input.origin, clock.now());
      logger.warn(
        { disputeId: input.disputeId, reason: input.reason },
        'evidence of a dispute was not collected',
      );
      await unitOfWork.run(ctx, (tx) => disputes.update(tx, input.disputeId, { evidenceState: 'failed' }));
    },
  };
}

export type EvidenceActivities = ReturnType<typeof createEvidenceActivities>;
