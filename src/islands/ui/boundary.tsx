import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  children: ReactNode
  /** What stands in place of what failed; `again` draws it once more. Nothing unless told. */
  instead?: (again: () => void) => ReactNode
  /** What is drawn: another one is another try. */
  of?: unknown
}

/** Keeps what fails while it is drawn from taking the rest of the page along. React knows boundaries as classes only. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidUpdate({ of }: BoundaryProps) {
    if (this.state.failed && of !== this.props.of) this.again()
  }

  again = () => this.setState({ failed: false })

  override render() {
    return this.state.failed ? this.props.instead?.(this.again) : this.props.children
  }
}
