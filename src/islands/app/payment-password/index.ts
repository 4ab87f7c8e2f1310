/** Exports for other features. */
export { FactorField, factorFieldRefusals, useFactorRequired } from './factor-field.tsx'
export { PaymentGate, useGateTitle } from './gate.tsx'
export { PaymentPanel, SetPaymentButton } from './panel.tsx'
export { PinField } from './pin-field.tsx'
export { pinRefusals } from './refusals.ts'
