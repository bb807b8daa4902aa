import { Button, Menu } from '@mantine/core';
import { label } from '../lib/format.js';
import { Icon } from '../shell/icon.js';

/** Which columns a list shows; the choice is kept in this browser. */
export function ColumnMenu({
  id,
  all,
  shown,
  onChange,
}: {
  id: string;
  all: string[];
  shown: string[];
  onChange: (names: string[]) => void;
}) {
  const toggle = (name: string) => {
    const next = shown.includes(name) ? shown.filter((item) => item !== name) : [...shown, name];
    localStorage.setItem(`columns:${id}`, next.join(','));
    onChange(next);
  };
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="sm">
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {all.map((name) => (
          <Menu.Item
            key={name}
            onClick={() => toggle(name)}
            rightSection={shown.includes(name) ? <Icon name="check" size={14} /> : null}
          >
            {label(name)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
