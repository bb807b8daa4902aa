import { type ComponentType, useEffect, useState } from 'react';
import { onStepUp, type PendingStepUp } from '../lib/step-up.js';

type Dialog = ComponentType<{ pending: PendingStepUp; done: () => void; cancel: () => void }>;

/** Opens the dialog of an act that asks for a recent sign-in or a code; cancelling keeps what was typed. */
export function StepUp() {
  const [open, setOpen] = useState<{ pending: PendingStepUp; Dialog: Dialog } | null>(null);
  useEffect(
    () =>
      onStepUp((pending) => {
        // Without its chunk, after a deploy, the act is refused as the API said; what was typed stays.
        import('./step-up-dialog.js').then(
          ({ StepUpDialog }) => setOpen({ pending, Dialog: StepUpDialog }),
          pending.cancel,
        );
      }),
    [],
  );
  if (!open) return null;
  const { pending, Dialog } = open;
  const close = (end: () => void) => () => {
    setOpen(null);
    end();
  };
  return <Dialog pending={pending} done={close(pending.done)} cancel={close(pending.cancel)} />;
}
