export const browsers: readonly string[];
export function installedBrowser(): string | null;
