import { useEffect } from 'react';
import { useBlocker } from 'react-router';

const question = 'What you entered is not saved. Leave the page?';
const dialogQuestion = 'What you entered is not saved. Close the dialog?';

/** Asks before an unsaved form is left, by a link or by closing the tab. */
export function useLeaveGuard(dirty: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    // The dialog of the browser: it stops the navigation until somebody has chosen.
    if (window.confirm(question)) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
  useEffect(() => {
    if (!dirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
}

/** Closes a dialog, and asks before where what it holds is not saved. */
export const closeAsking = (dirty: boolean, close: () => void) => () => {
  if (!dirty || window.confirm(dialogQuestion)) close();
};
