import { isCancellation } from '@temporalio/workflow';
import type { VoidActivities } from '#activities/shipping/void.activities.js';
import { localDatabaseStep, outsideCall } from '#workflows/_shared/activity-presets.js';
import { setOutcome } from '#workflows/_shared/outcome.js';
import { proxyActivities, proxyLocalActivities } from '#workflows/_shared/steps.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import { failureReason } from '#lib/workflow/failures.js';
import type { ShipmentInput, voidShipment as contract } from './shipping.contract.js';

const { settleVoid } = proxyLocalActivities<VoidActivities>({
  ...localDatabaseStep,
  summary: 'Record what the carrier said',
});
const { sendVoid } = proxyActivities<VoidActivities>({
  ...outsideCall,
  // Asks for the AWB first where it is still to come.
  startToCloseTimeout: '40s',
  summary: 'Cancel the shipment at the carrier',
});

export const voidShipment: WorkflowOf<typeof contract> = async (input: ShipmentInput) => {
  const { shipmentId, origin } = input;
  try {
    const response = await sendVoid({ shipmentId, origin });
    await settleVoid({ shipmentId, origin, response });
    if (response.kind === 'refused') setOutcome('refused', response.reason);
  } catch (error) {
    if (isCancellation(error)) throw error;
    const reason = failureReason(error, 'The carrier could not be reached for a day');
    await settleVoid({ shipmentId, origin, response: { kind: 'refused', reason } });
    setOutcome('failed', reason);
  }
};
