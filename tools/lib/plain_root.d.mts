export function plainRoot(): string;
