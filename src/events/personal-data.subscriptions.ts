import { originOf } from '#domain/_shared/context.js';
import {
  type ErasureRequested,
  personalDataEvents,
  type PersonalExportRequested,
} from '#domain/personal-data/personal-data.events.js';
import {
  erasePersonalData,
  type ErasePersonalDataInput,
  erasureCancelledSignal,
  exportPersonalData,
  type ExportPersonalDataInput,
} from '#workflows/personal-data/personal-data.contract.js';
import { each, type Subscription } from './subscription.js';

export const personalDataSubscriptions: readonly Subscription[] = [
  each<PersonalExportRequested, ExportPersonalDataInput>(
    'personal-data-export',
    [personalDataEvents.exportRequested],
    (event) => ({
      contract: exportPersonalData,
      input: { exportId: event.payload.exportId, origin: originOf(event) },
    }),
  ),
  each<ErasureRequested, ErasePersonalDataInput>(
    'personal-data-erase',
    [personalDataEvents.erasureRequested, personalDataEvents.erasureCancelled],
    (event) => ({
      contract: erasePersonalData,
      input: { ...event.payload, origin: originOf(event) },
      ...(event.type === personalDataEvents.erasureCancelled.type && {
        signal: { name: erasureCancelledSignal.name, args: [] },
      }),
    }),
  ),
];
