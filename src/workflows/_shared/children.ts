import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { executeChild as executeByName, startChild as startByName } from '@temporalio/workflow';
import type { Contract } from '#lib/workflow/contract.js';
import { startAttributes } from '#lib/workflow/search-attributes.js';

function options<Input>(contract: Contract<Input, unknown>, input: Input) {
  return {
    workflowId: contract.id(input),
    args: [input],
    workflowIdReusePolicy:
      contract.onClosed === 'again' ? ('ALLOW_DUPLICATE' as const) : ('REJECT_DUPLICATE' as const),
    typedSearchAttributes: startAttributes(contract, input),
    staticSummary: contract.summary(input),
  };
}

/**
 * Runs another workflow as a part of this one and waits for its result. It is cancelled with its parent, and asked to
 * end when the parent ends before it.
 * @throws WorkflowExecutionAlreadyStartedError where one with its id runs, or has run and may not again: its result is
 *   not this parent's to wait for
 */
export function executeChild<Input, Result>(
  contract: Contract<Input, Result>,
  input: Input,
): Promise<Result> {
  return executeByName(contract.name, {
    ...options(contract, input),
    parentClosePolicy: 'REQUEST_CANCEL',
  }) as Promise<Result>;
}

/**
 * Starts another workflow, which goes on by itself whatever becomes of this one. Where one with its id is there already
 * and its contract says `join`, that one does the work.
 * @throws WorkflowExecutionAlreadyStartedError where the contract says `refuse`
 */
export async function startChild<Input>(
  contract: Contract<Input, unknown>,
  input: Input,
): Promise<{ workflowId: string; started: boolean }> {
  const settings = options(contract, input);
  try {
    await startByName(contract.name, { ...settings, parentClosePolicy: 'ABANDON' });
    return { workflowId: settings.workflowId, started: true };
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError) || contract.onRunning !== 'join')
      throw error;
    return { workflowId: settings.workflowId, started: false };
  }
}
