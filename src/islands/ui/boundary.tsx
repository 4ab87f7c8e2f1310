import { Component, type ReactNode } from 'react'

interface Caught {
  error?: Error | undefined
}

interface BoundaryProps {
  children: ReactNode
  /** Replacement of failed content; `again` draws it again. Nothing by default. */
  instead?: (again: () => void, error: Error) => ReactNode
  /** Identity of the content: a different value is a new attempt. */
  of?: unknown
}

/** Contains errors while drawing, so that the rest of the page stays. React supports boundaries only as classes. */
export class Boundary extends Component<BoundaryProps, Caught> {
  override state: Caught = {}

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidUpdate({ of }: BoundaryProps) {
    if (this.state.error && of !== this.props.of) this.again()
  }

  again = () => this.setState({ error: undefined })

  override render() {
    const { error } = this.state
    return error ? this.props.instead?.(this.again, error) : this.props.children
  }
}
