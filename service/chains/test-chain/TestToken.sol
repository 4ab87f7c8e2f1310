// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// A token as USDT on Ethereum is one: transfer returns nothing, and its owner may stop addresses.
// TestToken.json beside it holds what was compiled, once, in a folder elsewhere: npm install solc@0.8.37, then
// npx solcjs --optimize --bin TestToken.sol; the file holds {"bytecode": "0x" + what that wrote}.
contract TestToken {
    uint8 public immutable decimals;
    mapping(address => uint256) public balanceOf;
    mapping(address => bool) public stopped;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(uint8 places) {
        decimals = places;
    }

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function stop(address who, bool isStopped) external {
        stopped[who] = isStopped;
    }

    function transfer(address to, uint256 value) external {
        require(!stopped[to], "stopped");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }
}
