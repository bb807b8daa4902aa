import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDeclarations } from '../lib/declarations.js';
import { mayCall, useSession } from '../lib/session.js';

/** What a page says to a session without its permission. */
export function Forbidden({ permission }: { permission: string | undefined }) {
  return (
    <Alert title="Not permitted" color="orange">
      This page needs {permission ? <b>{permission}</b> : 'a right that your account does not have'}. An
      administrator grants it under Roles.
    </Alert>
  );
}

/** A page made by hand, for sessions that may call the operation it is about. */
export function Guarded({ operation: id, children }: { operation: string; children: ReactNode }) {
  const operation = useDeclarations().get(id);
  const session = useSession();
  if (operation && !mayCall(operation, session)) return <Forbidden permission={operation.permission} />;
  return children;
}
