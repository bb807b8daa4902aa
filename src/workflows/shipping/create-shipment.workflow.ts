import { forEachRequest } from '#workflows/_shared/requests.js';
import {
  ActivityCancellationType,
  CancellationScope,
  isCancellation,
  patched,
  setHandler,
} from '@temporalio/workflow';
import type { CreateResponse, ShipmentActivities } from '#activities/shipping/shipment.activities.js';
import { localDatabaseStep, outsideCall } from '#workflows/_shared/activity-presets.js';
import { awaitOutage } from '#workflows/_shared/await-outage.js';
import { setOutcome } from '#workflows/_shared/outcome.js';
import { condition, proxyActivities, proxyLocalActivities } from '#workflows/_shared/steps.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import { failureReason } from '#lib/workflow/failures.js';
import {
  awbKnownSignal,
  type createShipment as contract,
  type ShipmentInput,
  shipmentStepQuery,
} from './shipping.contract.js';

const { settleShipment } = proxyLocalActivities<ShipmentActivities>({
  ...localDatabaseStep,
  summary: 'Record what the carrier said',
});
const { stampShipment } = proxyLocalActivities<ShipmentActivities>({
  ...localDatabaseStep,
  summary: 'Record the AWB where there is one',
});
const { reportStuckShipment } = proxyLocalActivities<ShipmentActivities>({
  ...localDatabaseStep,
  summary: 'Say that the AWB is overdue',
});
const { sendShipment } = proxyActivities<ShipmentActivities>({
  // Two calls of 18 s at most: what was perhaps sent before is asked for first.
  startToCloseTimeout: '40s',
  // Somebody waits, and the sub-order cannot move meanwhile.
  scheduleToCloseTimeout: '5m',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '10s', maximumAttempts: 5 },
  // A call that is out may make a parcel: a cancelled run waits for its response.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  summary: 'Create the shipment at the carrier',
});
const { findShipment } = proxyActivities<ShipmentActivities>({
  ...outsideCall,
  scheduleToCloseTimeout: '2m',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumAttempts: 4 },
  summary: 'Ask the carrier for the AWB',
});
// A minute of retries; a carrier that prints its label later is asked again by the loop around it.
const { storeLabel } = proxyActivities<ShipmentActivities>({
  ...outsideCall,
  startToCloseTimeout: '40s',
  scheduleToCloseTimeout: '3m',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumAttempts: 6 },
  summary: 'Fetch the label from the carrier',
});

const FIRST_GAP_MS = 30_000;
/** Most labels are printed seconds after their AWB. */
const FIRST_LABEL_GAP_MS = 5_000;
const LONGEST_GAP_MS = 6 * 60 * 60 * 1_000;
const GIVE_UP_MS = 7 * 24 * 60 * 60 * 1_000;

export const createShipment: WorkflowOf<typeof contract> = (input: ShipmentInput) => {
  const { shipmentId, origin } = input;
  let awbKnown = false;
  let step = 'calling the carrier';
  setHandler(awbKnownSignal, () => {
    awbKnown = true;
  });
  setHandler(shipmentStepQuery, () => step);

  let cancelled = false;
  // After an outage the seller claims it again as soon as the row says so.
  return forEachRequest(input, ship);

  async function ship(request?: string): Promise<void> {
    const response = await send();
    // What the carrier said must stand in the row, also when the run is cancelled meanwhile.
    const settled = await CancellationScope.nonCancellable(() =>
      settleShipment({ shipmentId, origin, response, request }),
    );
    if (response.kind === 'refused') setOutcome('refused', response.reason);
    if (response.kind === 'unreachable') setOutcome(cancelled ? 'cancelled' : 'failed', response.reason);
    if (response.kind === 'created' || response.kind === 'accepted') setOutcome('ok');
    let { awb } = settled;
    if (settled.open && !awb) awb = await waitForAwb(settled.alertAfterMs);
    if (awb) await keepLabel();
    // A label that is asked for, or the AWB of which is taken over, while the run is about to end is fetched, too.
    while (awb && awbKnown && patched('label-asked-for-at-the-end')) await keepLabel();
    step = 'done';
  }

  async function send(): Promise<CreateResponse> {
    try {
      return await awaitOutage(() => sendShipment({ shipmentId, origin }));
    } catch (error) {
      cancelled = isCancellation(error);
      const reason = cancelled ? 'The shipment was cancelled' : failureReason(error, 'no response');
      return { kind: 'unreachable', reason };
    }
  }

  /** Until a webhook brings it, a poll finds it, or the sub-order is cancelled; asks ever more rarely. */
  async function waitForAwb(alertAfterMs: number): Promise<boolean> {
    const began = Date.now();
    say(waiting('the AWB', began));
    let alerted = false;
    for (let gap = FIRST_GAP_MS; Date.now() - began < GIVE_UP_MS; gap = Math.min(gap * 2, LONGEST_GAP_MS)) {
      const untilAlert = alerted ? gap : began + alertAfterMs - Date.now();
      await condition(
        () => awbKnown,
        Math.max(Math.min(gap, untilAlert), 1_000),
        'Until the carrier is asked for the AWB',
      );
      awbKnown = false;
      const found = await ask();
      const state = await stampShipment({ shipmentId, origin, found });
      if (state.awb || !state.open) return state.awb;
      if (!alerted && Date.now() - began >= alertAfterMs) {
        alerted = true;
        say(`${waiting('the AWB', began)}; it is overdue`);
        await reportStuckShipment({ shipmentId, origin });
      }
    }
    setOutcome('failed', 'The carrier gave no AWB in seven days');
    return false;
  }

  async function ask(): Promise<CreateResponse | null> {
    try {
      return await findShipment({ shipmentId, origin });
    } catch (error) {
      if (isCancellation(error)) throw error;
      // The activity's failure stands in the history; the next poll asks again.
      return null;
    }
  }

  /**
   * Whichever way the AWB came, the label is fetched; some carriers print it days later. A shipment without a stored
   * label is complete: a person can ask for the label again.
   */
  async function keepLabel(): Promise<void> {
    const began = Date.now();
    for (let gap = FIRST_LABEL_GAP_MS; ; gap = Math.min(gap * 2, LONGEST_GAP_MS)) {
      step = 'storing the label';
      awbKnown = false;
      try {
        if ((await storeLabel({ shipmentId, origin })) !== 'not printed') {
          return;
        }
      } catch (error) {
        if (isCancellation(error)) throw error;
      }
      if (Date.now() - began >= GIVE_UP_MS) {
        setOutcome('failed', 'The carrier printed no label in seven days');
        return;
      }
      say(waiting('the label', began));
      await condition(() => awbKnown, gap, 'Until the carrier is asked for the label');
    }
  }

  function say(what: string): void {
    step = `waiting for ${what}`;
    setOutcome('waiting', what);
  }
};

function waiting(what: string, began: number): string {
  const at = (time: number) => new Date(time).toISOString();
  return `${what} since ${at(began)}, until ${at(began + GIVE_UP_MS)}`;
}
