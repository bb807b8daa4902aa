/** A few line icons, drawn here: a package of icons would weigh more than the pages. */
const paths = {
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14m5 12 5 5',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8M12 2v2m0 16v2M2 12h2m16 0h2M5 5l1.5 1.5m11 11L19 19M5 19l1.5-1.5m11-11L19 5',
  moon: 'M20 14.5A8 8 0 1 1 9.5 4a6.5 6.5 0 0 0 10.5 10.5',
  home: 'M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  jobs: 'M4 6h16M4 12h10M4 18h7m5-1 2 2 3-4',
  orders: 'M6 7h12l1 13H5zM9 7a3 3 0 0 1 6 0',
  money: 'M3 6h18v12H3zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6',
  catalog: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  people:
    'M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7M3 20c0-3.5 2.5-5.5 6-5.5s6 2 6 5.5m1-14.5a3 3 0 0 1 0 6m2 3c2 .8 3 2.500 3 5.500',
  content: 'M5 4h14v16H5zM8 8h8M8 12h8M8 16h5',
  settings: 'M4 7h10m4 0h2M4 17h2m4 0h10M16 5a2 2 0 1 1 0 4 2 2 0 0 1 0-4M8 15a2 2 0 1 1 0 4 2 2 0 0 1 0-4',
  reports: 'M4 20h16M7 16v-5m5 5V6m5 10v-7',
  mail: 'M3 6h18v12H3zM3 7l9 6 9-6',
  plugins: 'M9 4v4H5v12h14V8h-4V4zM9 8h6M12 12v4m-2-2h4',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  chevron: 'm9 6 6 6-6 6',
  back: 'm15 6-6 6 6 6',
  up: 'm6 15 6-6 6 6',
  down: 'm6 9 6 6 6-6',
  pin: 'M9 3h6l-1 7 4 4H6l4-4zM12 14v7',
  bury: 'M12 4v10m-5-5 5 5 5-5M4 20h16',
  plus: 'M12 5v14M5 12h14',
  check: 'm5 12 5 5 9-11',
  cross: 'M6 6l12 12M18 6 6 18',
  refresh: 'M20 11a8 8 0 0 0-14-4L4 9m0-5v5h5m-5 4a8 8 0 0 0 14 4l2-2m0 5v-5h-5',
  alert: 'M12 4 2.500 20h19zM12 10v4m0 3h.01',
} as const;
export type IconName = keyof typeof paths;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      style={{ flexShrink: 0 }}
    >
      <path d={paths[name]} />
    </svg>
  );
}
