import { liveParts } from './live-parts.js';
import { countSearches } from './search-events.js';
import { suggest } from './suggestions.js';

/** What every page loads: small. React comes where a part of the page lives. */
document.documentElement.classList.add('scripts');
const search = document.querySelector<HTMLFormElement>('[data-search]');
if (search) suggest(search);
countSearches(location);
for (const element of document.querySelectorAll<HTMLElement>('[data-live]')) void liveParts(element);
