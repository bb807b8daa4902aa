/** What most pages are made of: loaded with the first page, once, so that the pages that follow are small. */
export { Checkbox, Modal, NumberInput, Pagination, Select, Table, Tabs, Tooltip } from '@mantine/core';
