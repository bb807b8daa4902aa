/**
 * `haat/console`: what pages and slots of plugins are made of, beside React, Mantine and TanStack Query, which they share
 * with the console. What is not here is internal and changes without notice.
 */
export type { FeedOperations } from './feeds/feed.js';
export { FeedPage } from './feeds/feed-page.js';
export { WhenConnected } from './feeds/when-connected.js';
export { ActButton, useRefreshAll } from './generic/act-button.js';
export { BackLink } from './generic/back-link.js';
export { EmbeddedList } from './generic/embedded-list.js';
export { Figure } from './generic/figure.js';
export { Detail, Panel } from './generic/panel.js';
export { EntityLink, State, Time } from './generic/value.js';
export { useOperation } from './generic/use-operation.js';
export { callAny as call } from './lib/api.js';
export { useDeclarations } from './lib/declarations.js';
export { ago, label, money, number } from './lib/format.js';
export { ErrorView } from './shell/error-view.js';
export { PageLoader } from './shell/page-loader.js';
