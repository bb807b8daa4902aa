import { CancellationScope, condition } from '@temporalio/workflow';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { contract, entityIds } from '#lib/workflow/contract.js';
import { executeChild, startChild } from '#workflows/_shared/children.js';

interface Part {
  runId: string;
  number: number;
}

const ids = (suffix: string) => entityIds<Part>('parts', ({ runId }) => runId, suffix);
const shared = {
  onClosed: 'again',
  searchAttributes: ({ runId }: Part) => ({ orderId: runId }),
  summary: ({ number }: Part) => `Doubling ${number}`,
} as const;

const doublePart = contract<Part, number>()({
  name: 'doublePart',
  ...ids('double'),
  onRunning: 'join',
  ...shared,
});
const longPart = contract<Part>()({ name: 'longPart', ...ids('long'), onRunning: 'join', ...shared });
const strictPart = contract<Part>()({ name: 'longPart', ...ids('long'), onRunning: 'refuse', ...shared });

export const doublePartWorkflow = ({ number }: Part): Promise<number> => Promise.resolve(2 * number);
export async function longPartWorkflow(): Promise<void> {
  await CancellationScope.cancellable(() => condition(() => false));
}

async function refused(start: () => Promise<unknown>): Promise<boolean> {
  try {
    await start();
    return false;
  } catch (error) {
    return error instanceof WorkflowExecutionAlreadyStartedError;
  }
}

export async function parentOfParts(part: Part) {
  const doubled = await executeChild(doublePart, part);
  const again = await executeChild(doublePart, { ...part, number: doubled });
  const first = await startChild(longPart, part);
  const joined = await startChild(longPart, part);
  return { doubled, again, first, joined, refused: await refused(() => startChild(strictPart, part)) };
}

export { doublePartWorkflow as doublePart, longPartWorkflow as longPart };
