export function startPaymentReturn(): void {}
