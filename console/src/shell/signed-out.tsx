import { useLocation } from 'react-router';
import { Forgotten } from './forgotten.js';
import { SignIn } from './sign-in.js';
import { SignUp } from './sign-up.js';

/** What somebody without a session sees: the sign-in at every address but two. */
export function SignedOut({ onDone }: { onDone: () => void }) {
  const { pathname } = useLocation();
  if (pathname === '/sign-up') return <SignUp />;
  if (pathname === '/forgotten') return <Forgotten />;
  return <SignIn onDone={onDone} />;
}
