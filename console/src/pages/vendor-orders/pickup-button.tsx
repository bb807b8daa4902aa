import { Button, type ButtonProps } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { part } from '../../shell/part.js';
import type { PickupProps } from './pickup-dialog.js';

const PickupDialog = part(() => import('./pickup-dialog.js').then(({ PickupDialog }) => PickupDialog));

/** What a visit at the seller is. */
export const PICKUP_TEXT =
  'The courier comes to the pickup address of your carrier account. One visit collects all of its parcels that wait there.';

/** Requests the visit of a courier, at the seller or at the buyer of a return. */
export function PickupButton({
  size = 'sm',
  variant = 'default',
  ...props
}: PickupProps & Pick<ButtonProps, 'size' | 'variant'>) {
  const [open, setOpen] = useState(false);
  const operation = props.returnRequestId
    ? 'postVendorReturnRequestsByReturnRequestIdPickup'
    : 'postVendorPickups';
  const isAllowed = mayCall(useDeclarations().get(operation), useSession());
  if (!isAllowed) return null;
  return (
    <>
      <Button size={size} variant={variant} onClick={() => setOpen(true)}>
        {props.title}
      </Button>
      {open && (
        <Suspense>
          <PickupDialog {...props} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
