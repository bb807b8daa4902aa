import { ApiError } from 'haat-client';

/** What an act asks for before it is done: a recent sign-in, or the code of the second factor. */
export type StepUp = 'sign-in' | 'code' | 'enrol';

interface Pending {
  step: StepUp;
  error: ApiError;
  done: () => void;
  cancel: () => void;
}

let open: ((pending: Pending) => void) | undefined;

const steps: Record<string, StepUp> = {
  'access.fresh_session_needed': 'sign-in',
  'settings.fresh_session_needed': 'sign-in',
  'access.second_factor_needed': 'code',
  'access.second_factor_required': 'enrol',
};

export function stepUpOf(error: unknown): StepUp | undefined {
  return error instanceof ApiError && error.status === 403 ? steps[error.reason] : undefined;
}

/** The dialog registers itself; it is there as long as the shell is. */
export function onStepUp(listener: (pending: Pending) => void): () => void {
  open = listener;
  return () => {
    open = undefined;
  };
}

/** Resolves when the step is done. @throws the refusal itself when it is cancelled, so that what was typed stays */
export function requestStepUp(step: StepUp, error: ApiError): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!open) return reject(error);
    open({ step, error, done: resolve, cancel: () => reject(error) });
  });
}

export type { Pending as PendingStepUp };
