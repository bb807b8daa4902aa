import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { type BlockKind, blockNames } from './block.js';

/** A menu of kinds behind a button. */
export function AddBlock({
  kinds,
  add,
  children,
}: {
  kinds: readonly BlockKind[];
  add: (kind: BlockKind) => void;
  children: ReactNode;
}) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {kinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => add(kind)}>
            {blockNames[kind]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
