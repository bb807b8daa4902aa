import { Button, Menu, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '../lib/session.js';

interface View {
  name: string;
  search: string;
}

function read(key: string): View[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as View[];
  } catch {
    return [];
  }
}

/** Filters that a person comes back to, kept in this browser for the account. */
export function SavedViews({ id, params }: { id: string; params: URLSearchParams }) {
  const { me } = useSession();
  const [, setParams] = useSearchParams();
  const key = `views:${me.user.id}:${id}`;
  const [views, setViews] = useState(() => read(key));
  const [name, setName] = useState('');
  const keep = (next: View[]) => {
    localStorage.setItem(key, JSON.stringify(next));
    setViews(next);
  };
  function save(): void {
    if (name.trim() === '') return;
    const search = new URLSearchParams(params);
    for (const passing of ['page', 'cursor']) search.delete(passing);
    keep([
      ...views.filter((view) => view.name !== name.trim()),
      { name: name.trim(), search: search.toString() },
    ]);
    setName('');
  }
  return (
    <Menu position="bottom-end" width={260} closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="default" size="sm">
          Views
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {views.map((view) => (
          <Menu.Item
            key={view.name}
            closeMenuOnClick
            onClick={() => setParams(new URLSearchParams(view.search))}
            rightSection={
              <Button
                component="span"
                size="compact-xs"
                variant="subtle"
                color="gray"
                aria-label={`Forget the view ${view.name}`}
                onClick={(event) => {
                  event.stopPropagation();
                  keep(views.filter((item) => item !== view));
                }}
              >
                ×
              </Button>
            }
          >
            {view.name}
          </Menu.Item>
        ))}
        {views.length === 0 && <Menu.Label>Set a filter, then keep it under a name</Menu.Label>}
        <Menu.Divider />
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
          style={{ padding: 8, display: 'flex', gap: 8 }}
        >
          <TextInput
            size="xs"
            flex={1}
            aria-label="Name of the view"
            placeholder="Name"
            value={name}
            maxLength={40}
            onKeyDown={(event) => event.stopPropagation()}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button size="xs" type="submit" variant="light">
            Keep
          </Button>
        </form>
      </Menu.Dropdown>
    </Menu>
  );
}
