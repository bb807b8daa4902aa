import { Alert } from '@mantine/core';
import { slots } from 'haat-console-plugins';
import { Component, lazy, type ReactNode, Suspense } from 'react';
import { useDeclarations } from '../lib/declarations.js';
import { mayCall, useSession } from '../lib/session.js';
import { reloadOnce } from '../shell/new-version.js';

/** Each slot in its own chunk, which is loaded where the slot is shown. */
const shown = slots.map(({ load, ...slot }) => ({
  ...slot,
  View: lazy(async () => ({ default: (await load().catch(reloadOnce)).Slot })),
}));

/** What plugins add to a page, for sessions that may see it. `id` names the row that the page is about. */
export function Slots({ on, id = '' }: { on: (typeof shown)[number]['on']; id?: string }) {
  const declarations = useDeclarations();
  const session = useSession();
  return shown
    .filter((slot) => slot.on === on && mayCall(declarations.get(slot.operation), session))
    .map(({ plugin, View }, index) => (
      <PluginBoundary key={`${plugin} ${index} ${id}`} plugin={plugin}>
        <Suspense fallback={null}>
          <View id={id} />
        </Suspense>
      </PluginBoundary>
    ));
}

interface Props {
  plugin: string;
  children: ReactNode;
}

/** A plugin that fails leaves the page around it as it is, and says which plugin it was. */
class PluginBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <Alert color="orange" variant="light" title={`The plugin ${this.props.plugin} failed here`}>
        {error instanceof Error ? error.message : String(error)}
      </Alert>
    );
  }
}
