/** What the plugins of the installation add; the build makes this module of their package.json. */
declare module 'haat-console-plugins' {
  import type { ComponentType } from 'react';

  interface Gated {
    plugin: string;
    /** The operation whose permission it needs. */
    operation: string;
  }
  export const pages: readonly (Gated & {
    /** Below `/plugins/<plugin>`; empty for the first page. */
    path: string;
    title: string;
    load: () => Promise<{ Page: ComponentType }>;
  })[];
  export const slots: readonly (Gated & {
    on: 'home' | 'order' | 'product' | 'vendor' | 'customer';
    load: () => Promise<{ Slot: ComponentType<{ id: string }> }>;
  })[];
}
