/** What may follow the address of a page and leaves its file the same: the demo's own words, and those of links. */
export const parametersOfPages: RegExp[] = [/^(currency|paper|till|view)$/, /^utm_/, /^fbclid$/]
