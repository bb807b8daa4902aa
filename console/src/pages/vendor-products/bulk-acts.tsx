import { Button, Group, Menu } from '@mantine/core';
import { useState } from 'react';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { BulkDialog, type BulkKind } from './bulk-dialog.js';
import type { ListedProduct } from './products-page.js';

const acts: { kind: BulkKind; label: string }[] = [
  { kind: 'publish', label: 'Put on sale' },
  { kind: 'price', label: 'Change prices' },
  { kind: 'tag', label: 'Add or remove tags' },
  { kind: 'archive', label: 'Take off sale' },
];

/** What can be done with several products at once. */
export function BulkActs({ chosen, done }: { chosen: readonly ListedProduct[]; done: () => void }) {
  const [open, setOpen] = useState<BulkKind | null>(null);
  const session = useSession();
  if (!mayCall(useDeclarations().get('postVendorProductsBulk'), session)) return null;
  return (
    <Group gap="xs">
      <Menu position="bottom-end" disabled={chosen.length === 0}>
        <Menu.Target>
          <Button variant="default" disabled={chosen.length === 0}>
            {chosen.length === 0 ? 'Tick products to change several' : `Change ${chosen.length}`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {acts.map(({ kind, label }) => (
            <Menu.Item key={kind} onClick={() => setOpen(kind)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {open && <BulkDialog kind={open} products={chosen} close={() => setOpen(null)} done={done} />}
    </Group>
  );
}
