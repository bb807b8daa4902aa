import { Tabs } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

export interface AddressTab {
  value: string;
  label: string;
  /** How many wait there. */
  count?: string;
}

/** The tab that the address names; the first where it names none. */
export function useAddressTab(tabs: readonly AddressTab[]): string {
  const [search] = useSearchParams();
  const wanted = search.get('tab');
  return tabs.find(({ value }) => value === wanted)?.value ?? tabs[0]?.value ?? '';
}

/** Tabs that stand in the address: going back, and a link, keep them. A tab begins without the filters of the other. */
export function AddressTabs({ tabs, name }: { tabs: readonly AddressTab[]; name: string }) {
  const [, setSearch] = useSearchParams();
  const value = useAddressTab(tabs);
  const list = useRef<HTMLDivElement>(null);
  // On a phone the tabs scroll sideways: the chosen one is seen.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (list.current && tab)
      list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [value]);
  return (
    <Tabs
      value={value}
      onChange={(next) => setSearch(next === null || next === tabs[0]?.value ? {} : { tab: next })}
    >
      <Tabs.List ref={list} aria-label={name} className="tabs">
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value}>
            {tab.label}
            {tab.count !== undefined && tab.count !== '0' ? ` (${tab.count})` : ''}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
